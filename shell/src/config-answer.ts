const TIMEOUT_MS = 10_000

let asked: Promise<Response> | undefined

/** Asks for the configuration while the rest of the shell loads. */
export function askForConfig(): void {
  asked = request()
  // Whoever needs it is told.
  asked.catch(() => undefined)
}

/** The answer that was asked for, once, and another one afterwards. */
export function configAnswer(): Promise<Response> {
  const answer = asked ?? request()
  asked = undefined
  return answer
}

function request(): Promise<Response> {
  return fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
}
