/** What a person answers to each plain question. */
const ANSWERS: [RegExp, string][] = [
  [/three plus four/, "7"],
  [/goat/, "Four"],
  [/Monday/, "Tuesday"],
  [/chai/i, "tea"],
  [/capital/, "Nairobi"],
];

/** The fields by which a person answers a question that a form came back with; none without a question. */
export function challengeResponse(question: { id: string; text: string } | undefined): Record<string, string> {
  if (!question) return {};
  return { question: question.id, answer: ANSWERS.find(([about]) => about.test(question.text))?.[1] ?? "" };
}
