"""Routes of the little shop."""

import json
from flask import Flask

app = Flask(__name__)

LIMIT = 10


class Item:
    """A thing that can be bought."""

    price = 1

    def __init__(self, name):
        self.name = name

    def getPrice(self):
        def tax(price):
            return price * 0.2

        return self.price + tax(self.price)

    def get_price(self):
        return self.getPrice()


@app.get("/items/<id>")
def get_item(id):
    return json.dumps(Item(id).name)


# The shop takes tokens, too.
def pay(token):
    return get_item(token)


def test_pay():
    assert pay("x")
