const FAILED_DEPENDENCY = 424;

/**
 * A fetch that lets a failure of the auth service's mail server be read. The service answers 500 with words (GoTrue:
 * "Error sending confirmation email"), which its client takes for a broken line and throws away; as a 424 they are kept.
 */
export function readingMailFailures(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const reply = await inner(input, init);
    if (reply.status !== 500) return reply;
    const words = await reply.text();
    const status = /error sending /i.test(words) ? FAILED_DEPENDENCY : reply.status;
    return new Response(words, { status, headers: reply.headers });
  };
}
