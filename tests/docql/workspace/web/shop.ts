import { connect } from "../../web/src/client";

export namespace shop {
  export type Price = number;

  /** Where things are sold. */
  export class Shop {
    get open(): boolean {
      return true;
    }

    sell = (name: string): Price => total(name);
  }
}

export const total = (name: string) => name.length;

describe("shop", () => {
  it("sells things", () => {
    total("x");
  });
});
