/** A check of types without a library: `equal<A>()(value)` compiles only if the value has exactly the type `A`. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;

export const equal =
  <A>() =>
  <B>(value: B, ..._: Same<A, B> extends true ? [] : [expected: A]): B =>
    value;
