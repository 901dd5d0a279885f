/** Checks the body or the query of a request against a table of fields. Finds the first invalid field. */

export interface Field {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any';
  readonly required?: true;
  /** For strings: the whole text must match this pattern. */
  readonly pattern?: RegExp;
  /** For strings: the permitted values. */
  readonly oneOf?: readonly string[];
  /** For numbers: minimum and maximum. Only whole numbers are valid. */
  readonly min?: number;
  readonly max?: number;
  /** For arrays: the type of each element. `minItems` is the minimum number of elements. */
  readonly items?: Field;
  readonly minItems?: number;
  /** For objects: all permitted members. Without this list, any member is permitted. */
  readonly members?: FieldTable;
  /** Name of another field. If this field is present and not `false`, the other field must be `true`. */
  readonly requires?: string;
  /** Error code that the service returns if this field is invalid. */
  readonly errorCode?: string;
}
export type FieldTable = Readonly<Record<string, Field>>;

export interface FieldProblem {
  /** Path of the field, such as `txs[0].to`. */
  readonly field: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** Returns the first problem. Checks the fields in the order of the table, and then looks for unknown fields. */
export function findProblem(value: unknown, fields: FieldTable, path = ''): FieldProblem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { field: path, message: `${path || 'The body'} must be an object` };
  }
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, field] of Object.entries(fields)) {
    const where = path ? `${path}.${name}` : name;
    const found = members.has(name) ? problemOf(members.get(name), field, where) : missing(field, where);
    const problem = found ?? dependency(members, name, field, where);
    if (problem) return field.errorCode ? { errorCode: field.errorCode, ...problem } : problem;
  }
  for (const name of members.keys()) {
    const where = path ? `${path}.${name}` : name;
    if (!Object.hasOwn(fields, name)) return { field: where, message: `${where} is not a field of this request` };
  }
  return undefined;
}

function missing(field: Field, where: string): FieldProblem | undefined {
  return field.required ? { field: where, message: `${where} is required` } : undefined;
}

function dependency(members: Map<string, unknown>, name: string, { requires }: Field, where: string) {
  if (!requires || !members.has(name) || members.get(name) === false || members.get(requires) === true)
    return undefined;
  return { field: where, message: `${where} requires ${requires}=true` };
}

function problemOf(value: unknown, field: Field, where: string): FieldProblem | undefined {
  const wrong = (what: string): FieldProblem => ({ field: where, message: `${where} must be ${what}` });
  switch (field.type) {
    case 'any':
      return undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrong('a boolean');
    case 'number': {
      if (typeof value !== 'number') return wrong('a number');
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = field;
      return Number.isInteger(value) && value >= min && value <= max
        ? undefined
        : wrong(`a whole number from ${min} to ${max}`);
    }
    case 'string':
      if (typeof value !== 'string') return wrong('a string');
      if (field.oneOf && !field.oneOf.includes(value)) return wrong(`one of ${field.oneOf.join(', ')}`);
      return !field.pattern || field.pattern.test(value) ? undefined : wrong(`a string like ${field.pattern.source}`);
    case 'object':
      return field.members || !isPlain(value) ? findProblem(value, field.members ?? {}, where) : undefined;
    case 'array': {
      if (!Array.isArray(value)) return wrong('an array');
      if (value.length < (field.minItems ?? 0)) return wrong(`an array of at least ${field.minItems}`);
      const { items } = field;
      if (!items) return undefined;
      for (const [index, each] of value.entries()) {
        const problem = problemOf(each, items, `${where}[${index}]`);
        if (problem) return problem;
      }
      return undefined;
    }
  }
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
