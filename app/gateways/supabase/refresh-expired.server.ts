/** PostgREST's codes for a token that it cannot read, and for one whose claims do not hold, such as its end. */
const TOKEN_REFUSED = /"PGRST30[13]"/;

/**
 * A fetch that, when the database refuses the visitor's token, has the session refreshed once and repeats the call with the new
 * token. By our clock the token may still last, and nothing was carried out without it. `refresh` returns the new access token,
 * undefined when there is none.
 */
export function refreshingExpired(inner: typeof fetch, refresh: () => Promise<string | undefined>): typeof fetch {
  let refreshed: Promise<string | undefined> | undefined;
  return async (input, init) => {
    const reply = await inner(input, init);
    if (reply.status !== 401 || !TOKEN_REFUSED.test(await reply.clone().text())) return reply;
    refreshed ??= refresh();
    const token = await refreshed;
    if (token === undefined) return reply;
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return inner(input, { ...init, headers });
  };
}
