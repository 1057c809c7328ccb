import { onTestFinished } from "vitest";

/**
 * Replies when the test is over, as a service that hangs: with a rejection, which counts as no outage. A request without any
 * reply would be ended by its deadline during a later test, which would fail for it.
 */
export function untilTestEnds(): Promise<Response> {
  return new Promise((response) => {
    const rejection = { code: 400, error_code: "validation_failed", msg: "The test is over" };
    onTestFinished(() => response(Response.json(rejection, { status: 400 })));
  });
}
