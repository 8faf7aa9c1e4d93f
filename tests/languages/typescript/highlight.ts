// A shop.
import type { Sum } from './sum';

export enum State { Open = 'open', Closed }

interface Cart<T extends object> {
  readonly items: T[];
  add(item: T, price?: number): Promise<void>;
}

abstract class Shop implements Cart<string> {
  private name: string | null = null;
  @log()
  async add(item: string): Promise<void> {
    const total = sum<number>(1, 2) as unknown as Total;
    for (const one of this.items) console.log(`${one}`, item satisfies string);
  }
}
namespace Inner { export type Id = keyof Shop; }
