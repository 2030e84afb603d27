"""Charges an item of the mini-bar to a room, and shows what stands on the room. Python's own library is enough.

    python3 charge.py 101 10 2        two of item 10 for room 101
"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("REVEILLE_URL", "http://127.0.0.1:8080")
LOGIN = "{}:{}".format(os.environ["REVEILLE_USER"], os.environ["REVEILLE_PASSWORD"])


def ask(path, fields=None):
    """One request; repeated under the same key when the server is busy, so that nothing is charged twice."""
    headers = {"Authorization": "Basic " + base64.b64encode(LOGIN.encode()).decode()}
    data = None
    if fields is not None:
        data = urllib.parse.urlencode(fields).encode()
        headers["Idempotency-Key"] = str(uuid.uuid4())
    request = urllib.request.Request(URL + path, data=data, headers=headers)
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                sys.exit("{}: {}".format(error.code, json.load(error)["description"]))
            time.sleep(int(error.headers.get("Retry-After", "5")))


def main(room, item, quantity):
    ask("/rest/isi/charge", {"room": room, "id": item, "quantity": quantity})
    query = urllib.parse.urlencode({"room": room})
    for charge in ask("/rest/isi/charge?" + query)["charges"]:
        print("{at}  {quantity} x {description}  {total}".format(**charge))


if __name__ == "__main__":
    main(*sys.argv[1:4])
