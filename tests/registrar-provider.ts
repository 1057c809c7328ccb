import { HttpResponse, http } from "msw";
import { vi } from "vitest";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { createRegistrar } from "#app/domains/registrar.api.server.ts";
import { server } from "#mocks/node.ts";

let count = 0;

/** Returns a gateway to a domain provider with a fresh circuit breaker, cache and budget. */
export function newRegistrar(options = {}) {
  count += 1;
  const url = `http://registrar-${count}.test/proxy/godaddy`;
  const callsPerMinute = { all: 50, suggestions: 20, reserve: 15 };
  return createRegistrar({ url, authorization: "", callsPerMinute, ...options });
}

export function parsedName(typed: string) {
  const name = parseDomainName(typed);
  if (name.kind !== "name") throw new Error(`${typed} is not a name`);
  return name;
}

/** Replaces the mock's replies under /v1/domains by this one. Returns the requests. */
export function replyWith(path: "available" | "suggest", response: () => Response) {
  const requests: Request[] = [];
  server.use(
    http.get(`*/proxy/godaddy/v1/domains/${path}`, ({ request }) => {
      requests.push(request);
      return response();
    }),
  );
  return requests;
}

export const available = () => HttpResponse.json({ available: true, price: 11_990_000, renewalPrice: 22_990_000 });

/** Advances the fake clock. The cache reads it at most once a millisecond, by a real timer. */
export async function advanceMinutes(minutes: number) {
  vi.advanceTimersByTime(minutes * 60_000);
  await new Promise((done) => setTimeout(done, 5));
}
