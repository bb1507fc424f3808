"""A home router that forwards ports when asked: UPnP IGD as far as clients use it. Run it in a namespace of a test.

python gateway.py HOST OUTSIDE [FORBID...]: its own address, the one it claims to have outside, and ports it refuses.
It says in a line what it is asked for.
"""

import re
import socket
import struct
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

HOST, OUTSIDE, FORBIDDEN = sys.argv[1], sys.argv[2], sys.argv[3:]
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
ABOUT = f"""<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>
<device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><friendlyName>Test</friendlyName>
<deviceList><device><deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType>
<serviceList><service><serviceType>urn:schemas-upnp-org:service:WANCommonInterfaceConfig:1</serviceType>
<serviceId>urn:upnp-org:serviceId:WANCommonIFC1</serviceId><controlURL>/common</controlURL>
<eventSubURL>/e</eventSubURL><SCPDURL>/c.xml</SCPDURL></service></serviceList>
<deviceList><device><deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType>
<serviceList><service><serviceType>{SERVICE}</serviceType><serviceId>urn:upnp-org:serviceId:WANIPConn1</serviceId>
<controlURL>/control</controlURL><eventSubURL>/e</eventSubURL><SCPDURL>/i.xml</SCPDURL></service></serviceList>
</device></deviceList></device></deviceList></device></root>"""


class Answers(BaseHTTPRequestHandler):
    """Says what it is, and does what it is told."""

    def do_GET(self):
        self._reply(200, ABOUT)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        action = self.headers["SOAPAction"].strip('"').partition("#")[2]
        told = dict(re.findall(r"<New(\w+)>([^<]*)</New", body))
        port = told.get("ExternalPort", "")
        inner = {
            "GetStatusInfo": "<NewConnectionStatus>Connected</NewConnectionStatus>",
            "GetExternalIPAddress": f"<NewExternalIPAddress>{OUTSIDE}</NewExternalIPAddress>",
        }.get(action, "")
        if port in FORBIDDEN:
            self._reply(
                500,
                _envelope(
                    "<s:Fault><detail><UPnPError><errorCode>718</errorCode></UPnPError></detail></s:Fault>"
                ),
            )
            return
        if action in ("AddPortMapping", "DeletePortMapping"):
            asked = [told[name] for name in ("InternalClient", "LeaseDuration") if name in told]
            print(action, "outer" if port == told.get("InternalPort", port) else "other", *asked, flush=True)
        self._reply(200, _envelope(f'<u:{action}Response xmlns:u="{SERVICE}">{inner}</u:{action}Response>'))

    def _reply(self, code, text):
        self.send_response(code)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Print nothing but what is asked for."""


def _envelope(body):
    return (
        '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
        f"{body}</s:Body></s:Envelope>"
    )


def main():
    web = HTTPServer((HOST, 0), Answers)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ear.bind(("239.255.255.250", 1900))
    group = struct.pack("4s4s", socket.inet_aton("239.255.255.250"), socket.inet_aton(HOST))
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    print("up", flush=True)
    while True:
        asked, sender = ear.recvfrom(2048)
        kind = re.search(rb"ST: ?(\S+)", asked)[1].decode()
        answer = (
            f"HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=60\r\nEXT:\r\nST: {kind}\r\nUSN: uuid:x::{kind}\r\n"
            f"LOCATION: http://{HOST}:{web.server_port}/about.xml\r\nSERVER: test\r\n\r\n"
        )
        ear.sendto(answer.encode(), sender)


main()
