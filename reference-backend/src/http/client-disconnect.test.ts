import { expect, it } from 'vitest'
import { startTestService } from '../testing/service'
import { disconnectSignal } from './client-disconnect'

it('does not abort at the end of a response', async () => {
  let signal: AbortSignal | undefined
  const service = await startTestService((app) => {
    app.get('/short', async (request, reply) => {
      signal = disconnectSignal(request, reply)
      return { data: 1 }
    })
  })
  expect((await fetch(`${service.url}/short`)).status).toBe(200)
  await service.close()

  expect(signal?.aborted).toBe(false)
})
