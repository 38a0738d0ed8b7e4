import type { Context } from '../context'

/** Checks that an invalid token gets 401 from every list: nothing else ends a session (D10, end by a 401). */
export async function checkUnauthorized(context: Context): Promise<void> {
  for (const operation of context.lists) {
    await context.attempt(async () => {
      const { status } = await context.client.send(operation, { token: 'not-a-token' })
      if (status === 401 || status === 404) return
      const message = `an invalid token gets ${status}.`
      context.report(operation, 'not-401', message, 'Respond with 401, which ends the session.', 'D10')
    })
  }
}
