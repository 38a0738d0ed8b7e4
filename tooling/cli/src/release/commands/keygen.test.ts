import { createPrivateKey } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keyIdOf } from '@canje/registry'
import { publicKeyOf, readKey } from '@canje/release-store'
import { beforeEach, expect, it, vi } from 'vitest'
import { run } from '../index'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { openTeam } from '../testing/team'

let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam()
})

it('prints a pair, also for a job without a store', async () => {
  vi.stubEnv('RELEASE_STORE', 's3://canje/releases')
  vi.stubEnv('AWS_ACCESS_KEY_ID', '')
  const { exitCode, result } = await team.command('keygen')
  vi.unstubAllEnvs()
  const publicKey = publicKeyOf(createPrivateKey(String(result.privateKey)))
  expect(exitCode).toBe(0)
  expect(result).toEqual({ privateKey: expect.any(String), publicKey, keyId: await keyIdOf(publicKey) })
  expect((await team.command('keygen')).result.publicKey).not.toBe(publicKey)

  const output = recordedCliEnvironment(team.folder)
  expect(await run(['keygen'], new AbortController().signal, output)).toBe(0)
  expect(output.stdout()).toMatch(
    /^-----BEGIN PRIVATE KEY-----\n[\w+/=\n]+-----END PRIVATE KEY-----\npublicKey: \S{44}\nkeyId: \w{16}$/,
  )
})

it('writes the private key to a file that only its owner can read, and overwrites none', async () => {
  const file = join(team.folder, 'codes.pem')
  const { exitCode, result } = await team.command('keygen', '--out', file)
  const publicKey = publicKeyOf(await readKey(file))
  expect({ exitCode, result }).toEqual({ exitCode: 0, result: { publicKey, keyId: await keyIdOf(publicKey) } })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const pem = await readFile(file)
  expect(await team.command('keygen', '--out', file)).toMatchObject({ codes: ['key-exists'], exitCode: 2, result: {} })
  expect(await readFile(file)).toEqual(pem)
  const nowhere = await team.command('keygen', '--out', join(file, 'codes.pem'))
  expect(nowhere).toMatchObject({ exitCode: 2, error: expect.stringContaining('--out cannot be written to ') })
})
