/** The right response to each challenge. */
const RESPONSES: [RegExp, string][] = [
  [/three plus four/, "7"],
  [/goat/, "Four"],
  [/Monday/, "Tuesday"],
  [/chai/i, "tea"],
  [/capital/, "Nairobi"],
];

/** Returns the fields that answer a challenge, or no fields without a challenge. */
export function challengeResponse(challenge: { id: string; text: string } | undefined): Record<string, string> {
  if (!challenge) return {};
  return { challenge: challenge.id, answer: RESPONSES.find(([pattern]) => pattern.test(challenge.text))?.[1] ?? "" };
}
