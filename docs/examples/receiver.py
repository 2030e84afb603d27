"""Takes webhooks of Reveille, and believes only those that are signed with our secret and fresh.

    REVEILLE_SECRET=whsec_... python3 receiver.py 9000
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["REVEILLE_SECRET"].split("_", 1)[1])
FRESH_SECONDS = 300


def is_ours(headers, body):
    """Standard Webhooks: id, moment and body, signed together; several signatures while a secret is replaced."""
    moment = headers.get("webhook-timestamp", "0")
    if abs(time.time() - int(moment)) > FRESH_SECONDS:
        return False
    signed = "{}.{}.".format(headers.get("webhook-id", ""), moment).encode() + body
    ours = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    given = [one.split(",", 1)[-1] for one in headers.get("webhook-signature", "").split()]
    return any(hmac.compare_digest(ours, one) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        if not is_ours(self.headers, body):
            self.send_response(401)
            self.end_headers()
            return
        # A repeat has the same id: whoever books keeps the ids that were booked, and books each once.
        print(self.headers["webhook-id"], json.dumps(json.loads(body)), flush=True)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
