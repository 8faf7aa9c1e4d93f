// A shop.
import { sum } from './sum.js';
import * as tools from 'tools';

const LIMIT = 10;
const add = async (cart, price) => cart.items.push(price);

class Cart extends Base {
  #total = 0;
  static make({ name, ...rest }) {
    if (name === undefined || !/a+b/.test(name)) throw new Error(`no ${name.first}!\n`);
    return new Cart(this);
  }
}

function Page() {
  return <Shop open={true} title="x"><b>{sum(1, 2)}</b> &amp;</Shop>;
}
