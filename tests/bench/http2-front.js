import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";

/**
 * HTTP/2 in front of a site, as nginx is on a real one, with a certificate that `openssl` makes for the occasion. `keyHash` is what a
 * browser is told to trust; it caches nothing of a certificate that it does not trust.
 */
export async function serveHttp2(origin, folder) {
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`];
  const wanted = [
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    "/CN=127.0.0.1",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    cert,
  ];
  execFileSync("openssl", ["req", "-x509", ...wanted], { stdio: "ignore" });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":")));
    const { method, url } = incoming;
    const onward = request(`${origin}${url}`, {
      method,
      headers: { ...headers, host: incoming.headers[":authority"] },
    });
    onward.on("response", (reply) => {
      const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...kept } = reply.headers;
      outgoing.writeHead(reply.statusCode, kept);
      reply.pipe(outgoing);
    });
    onward.on("error", () => outgoing.stream.close());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const publicKey = new X509Certificate(readFileSync(cert)).publicKey.export({ type: "spki", format: "der" });
  const keyHash = createHash("sha256").update(publicKey).digest("base64");
  return { origin: `https://127.0.0.1:${server.address().port}`, keyHash, stop: () => server.close() };
}
