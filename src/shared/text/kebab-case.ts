/** Converts the name of an option to the name of its attribute: `baseUrl` to `base-url`. */
export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
