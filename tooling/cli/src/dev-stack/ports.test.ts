import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { portOf } from '../../tests/port-of'
import { requireUsablePorts } from './ports'

it.each(['127.0.0.1', '0.0.0.0'])('names a port that is in use on %s, and its variable', async (host) => {
  const port = await portOf(createServer(), host)
  await expect(requireUsablePorts({ PORT: port })).rejects.toThrow(`Port ${port} (PORT) is in use by another process`)
})

it('names every port that is in use', async () => {
  const [first, second] = [await portOf(createServer()), await portOf(createServer())]
  await expect(requireUsablePorts({ PORT: first, API_PORT: second })).rejects.toThrow(
    new RegExp(`^Port ${first} \\(PORT\\)[^\\n]*Port ${second} \\(API_PORT\\)`),
  )
})

it('names the variables with the same port', async () => {
  const ports = { PORT: 23_990, REMOTES_PORT: 23_991, API_PORT: 23_990 }
  await expect(requireUsablePorts(ports)).rejects.toThrow(/^PORT and API_PORT are both 23990\. Free/)
  const all = requireUsablePorts({ ...ports, REMOTES_PORT: 23_990 })
  await expect(all).rejects.toThrow(/^PORT and REMOTES_PORT and API_PORT are all 23990\. Free/)
})
