/** Values and the number of each: equal ones have one number. */
export class Numbered<T> {
  readonly list: T[] = [];
  private readonly numbers = new Map<string, number>();
  constructor(private readonly keyOf: (value: T) => string) {}

  of(value: T): number {
    const key = this.keyOf(value);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.list.push(value) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}
