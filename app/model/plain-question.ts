/** A question that any person answers and a form-filling program mostly does not. */
type PlainQuestion = { id: string; text: string; answers: readonly string[] };

const QUESTIONS: readonly PlainQuestion[] = [
  { id: "legs", text: "How many legs has a goat?", answers: ["4", "four", "nne"] },
  { id: "sum", text: "How much is three plus four?", answers: ["7", "seven", "saba"] },
  { id: "week", text: "Which day comes after Monday?", answers: ["tuesday", "jumanne"] },
  {
    id: "tea",
    text: "Chai is a drink made with which leaves?",
    answers: ["tea", "tea leaves", "chai", "majani ya chai"],
  },
  { id: "capital", text: "What is the capital of Kenya?", answers: ["nairobi"] },
];

/** Picks a question. `draw` is a number from 0 up to 1. */
export function pickQuestion(draw: number): { id: string; text: string } {
  const { id, text } = QUESTIONS[Math.floor(draw * QUESTIONS.length)] ?? {
    id: "sum",
    text: "How much is three plus four?",
  };
  return { id, text };
}

/** Whether a question was answered rightly; case, spaces and a full stop don't matter. */
export function isAnswered(id: unknown, answer: unknown): boolean {
  if (typeof answer !== "string") return false;
  const said = answer.trim().toLowerCase().replace(/\.$/, "");
  return QUESTIONS.some((question) => question.id === id && question.answers.includes(said));
}
