#!/usr/bin/python3
"""Receives meepled's webhooks and prints what happens in the games, a line each.

	MEEPLED_SECRET=whsec_... receive-webhooks.py [PORT]

The secret is what POST /v1/webhooks answered.  Put a proxy that speaks HTTPS before it.
What matters: check the signature over the bytes as they came, answer quickly with 2xx,
and take a message that comes twice (same webhook-id) for one.
"""
import base64
import hashlib
import hmac
import http.server
import json
import os
import sys
import time

KEY = base64.b64decode(os.environ["MEEPLED_SECRET"].removeprefix("whsec_"))
seen = set()


def genuine(headers, body):
	stamp = headers.get("webhook-timestamp", "")
	if not stamp.isdigit() or abs(time.time() - int(stamp)) > 300:
		return False
	signed = f"{headers.get('webhook-id')}.{stamp}.".encode() + body
	wanted = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
	# Several while the secret is being changed, with blanks between.
	return any(hmac.compare_digest(wanted, s) for s in headers.get("webhook-signature", "").split(" "))


class Receiver(http.server.BaseHTTPRequestHandler):
	protocol_version = "HTTP/1.1"

	def do_POST(self):
		body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1 << 20))
		good = genuine(self.headers, body)
		if good and self.headers["webhook-id"] not in seen:
			seen.add(self.headers["webhook-id"])		# a real one keeps them for some days
			message = json.loads(body)
			for event in message["data"].get("events", []):
				print(event["game"], event["seq"], event["type"], flush=True)
		self.send_response(204 if good else 401)
		self.send_header("Content-Length", "0")
		self.end_headers()

	def log_message(self, *_):
		pass


if __name__ == "__main__":
	server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Receiver)
	print("listening on port", server.server_address[1], file=sys.stderr, flush=True)
	server.serve_forever()
