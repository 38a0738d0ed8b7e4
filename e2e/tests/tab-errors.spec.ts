import { makeLive, openScores, openUsers, SCORES, test } from '../support/faults'
import { errorOf } from '../support/telemetry'
import { expect } from '../support/test'

const BUTTON = `{ default() {
  const [isBroken, setBroken] = React.useState(false)
  if (isBroken) throw new Error('render de ana@ejemplo.com')
  const button = (name, onClick) => React.createElement('button', { type: 'button', key: name, onClick }, name)
  return [
    button('En el clic', () => { throw new TypeError('failed 300 123 4567') }),
    button('En un temporizador', () => setTimeout(() => { throw new RangeError('timeout') })),
    button('En una promesa', async () => { throw new Error('promise rejected') }),
    button('Sin fin', () => { for (let count = 0; count < 1000; count++) setTimeout(() => { throw new Error('loop ' + count) }) }),
    button('En el render', () => setBroken(true)),
  ]
} }`

test("a tab's errors reach the collector as events of its remote and version", async ({
  page,
  origin,
  releases: { store },
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/^(failed|timeout|promise|loop|render|(%o\s+)?(%s\s+)?Error: render)/)
  const { release } = await store.publishStub(SCORES, '1.2.7', BUTTON)
  makeLive(origin, { name: SCORES, release }, [])
  await openUsers(page)
  await openScores(page)
  for (const name of ['En el clic', 'En un temporizador', 'En una promesa', 'Sin fin'])
    await page.getByRole('button', { name }).click()
  await expect
    .poll(() => origin.errors.map(errorOf).sort(byMessage))
    .toMatchObject(
      ['failed …', 'loop …', 'promise rejected', 'timeout'].map((message) => ({
        message,
        service: SCORES,
        version: '1.2.7',
      })),
    )
  for (const body of origin.errors) expect(errorOf(body).stack).toMatch(/\/mf-scores\/1\.2\.7\/remoteEntry\.js:\d+:\d+/)
  await page.getByRole('button', { name: 'En el render' }).click()
  await expect.poll(() => origin.reports).toMatchObject([{ type: 'tab-failed', remote: SCORES, reason: 'render de …' }])
})

function byMessage(one: { message: string }, other: { message: string }): number {
  return one.message.localeCompare(other.message)
}
