const TIMEOUT_MS = 3000

/**
 * Compares the clock of the browser with that of the shell's server, by the header `Date`.
 *
 * @returns by how much the browser's is ahead, in milliseconds; undefined without a response or without the header
 */
export async function clockOffset(): Promise<number | undefined> {
  const sentAt = Date.now()
  try {
    const request = { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
    const { headers } = await fetch('/config.json', request)
    const date = Date.parse(headers.get('Date') ?? '')
    // In the middle of the second that the header names.
    return Number.isNaN(date) ? undefined : (sentAt + Date.now()) / 2 - (date + 500)
  } catch {
    return undefined
  }
}
