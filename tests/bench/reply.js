const HEAD_END = "\r\n\r\n";
const CHUNKED_END = "0\r\n\r\n";

/** A reply of which nothing has come yet. */
export function startReply() {
  return { head: "", left: undefined, tail: "" };
}

/** Adds bytes to a reply. Gives back whether it is complete, by its Content-Length or its last chunk. */
export function takeBytes(reply, bytes) {
  const text = () => bytes.latin1Slice();
  if (reply.left === undefined) {
    reply.head += text();
    const end = reply.head.indexOf(HEAD_END);
    if (end < 0) return false;
    const length = /\r\ncontent-length: (\d+)/i.exec(reply.head.slice(0, end + 2))?.[1];
    reply.left = Number(length ?? Number.POSITIVE_INFINITY) - (reply.head.length - end - HEAD_END.length);
    reply.tail = reply.head.slice(-CHUNKED_END.length);
  } else {
    reply.left -= bytes.length;
    if (reply.left === Number.POSITIVE_INFINITY) reply.tail = (reply.tail + text()).slice(-CHUNKED_END.length);
  }
  return reply.left <= 0 || (reply.left === Number.POSITIVE_INFINITY && reply.tail === CHUNKED_END);
}
