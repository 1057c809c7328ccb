/** The right response to each challenge. */
const ANSWERS: [RegExp, string][] = [
  [/three plus four/, "7"],
  [/goat/, "Four"],
  [/Monday/, "Tuesday"],
  [/chai/i, "tea"],
  [/capital/, "Nairobi"],
];

/** Returns the fields that answer a challenge; none without one. */
export function challengeResponse(question: { id: string; text: string } | undefined): Record<string, string> {
  if (!question) return {};
  return { question: question.id, answer: ANSWERS.find(([about]) => about.test(question.text))?.[1] ?? "" };
}
