import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A certificate for other.example that nobody trusts, and its key (P-256). Made for this file, and used nowhere else. */
const CERTIFICATE = [
  "MIIBoTCCAUegAwIBAgIUYDR+h6yLi3k3PLaWitlEyCH3Mk4wCgYIKoZIzj0EAwIwGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yNjExMj",
  "kxOTQ4NDNaGA8yMTI2MTEwNTE5NDg0M1owGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAiZ5LVD",
  "FaX6QzLxXQyXRQVrM8PyXGwMbOs4EJ6pMSjzXocpEyauXJyRleod4FDmd34rQpT8uRXj6HXHkaROj5OjbTBrMB0GA1UdDgQWBBSU8lfGFb4hyX",
  "7vuR7vJQ4UHx+h/zAfBgNVHSMEGDAWgBSU8lfGFb4hyX7vuR7vJQ4UHx+h/zAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDW90aGVyLmV4",
  "YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIhAIix4B7kL2ll7Ea2nX5eMakyrvSffmZXCgOylWpey19AAiAzfmk7g63y4J69IMd+DddNCQfzLij9ao",
  "f6JMNlqp7sbQ==",
].join("");
const KEY = [
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2eYuOjyaQdHxN2ISgATZsMP0heumuRu6oTrgm/UE9C6hRANCAAQImeS1QxWl+k",
  "My8V0Ml0UFazPD8lxsDGzrOBCeqTEo816HKRMmrlyckZXqHeBQ5nd+K0KU/LkV4+h1x5GkTo+T",
].join("");

const pem = (what: string, base64: string) => `-----BEGIN ${what}-----\n${base64}\n-----END ${what}-----\n`;

/** Starts a server that cannot prove to be the one that was asked for. Returns its URL, and the requests that it got. */
export async function startOtherServer() {
  const requests: string[] = [];
  const options = { cert: pem("CERTIFICATE", CERTIFICATE), key: pem("PRIVATE KEY", KEY) };
  const server = createServer(options, ({ url = "" }, response) => {
    requests.push(url);
    response.end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, requests, close: () => server.close() };
}
