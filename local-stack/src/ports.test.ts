import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { requireFreePorts } from './ports'

function take(host: string): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port))
  })
}

it.each(['127.0.0.1', '0.0.0.0'])('names a port that is taken on %s, and by which variable', async (host) => {
  const port = await take(host)
  await expect(requireFreePorts({ PORT: port })).rejects.toThrow(`Port ${port} (PORT) is taken by another program`)
})

it('names every port that is taken', async () => {
  const [first, second] = [await take('127.0.0.1'), await take('127.0.0.1')]
  await expect(requireFreePorts({ PORT: first, API_PORT: second })).rejects.toThrow(
    new RegExp(`^Port ${first} \\(PORT\\)[^\\n]*Port ${second} \\(API_PORT\\)`),
  )
})

it('holds no port that it has looked at', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, () => resolve((server.address() as AddressInfo).port))
  })
  await new Promise((resolve) => server.close(resolve))
  await requireFreePorts({ PORT: port })
  await requireFreePorts({ PORT: port })
})
