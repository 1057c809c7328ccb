import { onTestFinished } from "vitest";

/**
 * Imitates a service that hangs: there is no reply until the test is over. Then the reply is a rejection, which the circuit
 * breaker does not count as an outage. Without any reply the deadline of the request would pass during a later test and make
 * that test fail.
 */
export function untilTestEnds(): Promise<Response> {
  return new Promise((response) => {
    const rejection = { code: 400, error_code: "validation_failed", msg: "The test is over" };
    onTestFinished(() => response(Response.json(rejection, { status: 400 })));
  });
}
