"""A small server."""
from flask import Flask

app = Flask(__name__)


# @app.route("/commented")
@app.route("/users", methods=["GET", "POST"])
def users():
    """All users."""
    return []


class Admin:
    @app.get("/admin/{id}")
    def one(self, id):
        return id
