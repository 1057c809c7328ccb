/** What the customer reads after a button, shown before it is pressed. `mail` says what we e-mail. */
export function After({ words, mail }: { words: string | undefined; mail?: string }) {
  return words === undefined ? null : (
    <p className="quiet">
      Then the customer reads: <q className="stranger">{words}</q>
      {mail !== undefined && ` ${mail}`}
    </p>
  );
}
