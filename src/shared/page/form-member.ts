/**
 * Reads a member of a form. A control hides the member that has its name, so `form.elements` can be
 * `<input name="elements">`.
 */
export function formMember<K extends keyof HTMLFormElement & string>(
  form: HTMLFormElement,
  name: K,
): HTMLFormElement[K] {
  const value: unknown = Reflect.get(HTMLFormElement.prototype, name, form);
  return (typeof value === 'function' ? value.bind(form) : value) as HTMLFormElement[K];
}
