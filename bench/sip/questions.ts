/** The program's side of `ask`: one answer to each question; it ends with whoever asks. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>) {
  process.on(
    'message',
    (question: Question) => void answer(question).then((one) => process.send?.(one ?? null)),
  )
  process.on('disconnect', () => process.exit())
}
