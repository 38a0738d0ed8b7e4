import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import getPort from 'get-port'
import { vi } from 'vitest'

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin']
const READY_MS = 120_000

/** An object store on this machine: Ceph's gateway, with its data in memory. */
export type ObjectStore = Awaited<ReturnType<typeof startCeph>>

/** @returns whether the programs of {@link startCeph} are installed (Debian: ceph-mon ceph-osd radosgw ceph-common) */
export async function hasCeph(): Promise<boolean> {
  const found = await Promise.all(PROGRAMS.map((program) => run('which', [program]).then(Boolean, () => false)))
  return found.every(Boolean)
}

const run = async (program: string, args: string[]) => (await promisify(execFile)(program, args)).stdout

/** Starts one monitor, one OSD and one gateway on free ports of this machine. */
export async function startCeph() {
  const folder = await mkdtemp(join(tmpdir(), 'canje-ceph-'))
  const [v2, v1, port] = await Promise.all([getPort(), getPort(), getPort()])
  const [conf, keyring, monmap] = [join(folder, 'ceph.conf'), join(folder, 'keyring'), join(folder, 'monmap')]
  const fsid = randomUUID()
  const monitor = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`
  await Promise.all(['mon', 'osd', 'rgw'].map((name) => mkdir(join(folder, name))))
  await writeFile(conf, configuration(folder, fsid, monitor, port))

  const secret = (await run('ceph-authtool', ['--gen-print-key'])).trim()
  const mayAll = `key = ${secret}\ncaps mon = "allow *"\ncaps osd = "allow *"\n`
  const users = ['mon.', 'client.admin', 'osd.0', 'client.rgw']
  await writeFile(keyring, users.map((name) => `[${name}]\n${mayAll}`).join(''))
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, monmap])
  await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring, '-c', conf])

  const started: ChildProcess[] = []
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-f', '-c', conf, ...args], { stdio: 'ignore' })
    started.push(child)
    return child
  }
  start('ceph-mon', '-i', 'a')
  const osd = randomUUID()
  await run('ceph', ['-c', conf, '--connect-timeout', '60', 'osd', 'new', osd])
  await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osd, '-c', conf])
  start('ceph-osd', '-i', '0')
  const endpoint = `http://127.0.0.1:${port}`
  let gateway: ChildProcess
  const startGateway = async () => {
    gateway = start('radosgw', '-n', 'client.rgw')
    const respond = async () => {
      if (!(await fetch(endpoint)).ok) throw new Error('The gateway is not ready.')
    }
    await vi.waitFor(respond, { timeout: READY_MS, interval: 100 })
  }
  await startGateway()
  /** Creates a user without a bucket. @returns variables for commands that use an object store */
  const createUser = async (name: string) => {
    const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
    await run('radosgw-admin', ['-c', conf, 'user', 'create', '--uid', name, '--display-name', name, ...keys])
    return { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
  }
  const environment = await createUser('canje')
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' })

  return {
    /** That of the owner of its buckets. */
    environment,
    createUser,
    /**
     * Creates a bucket.
     *
     * @param options.isPublic whether anybody may read its files
     * @param options.teams the folders that users of {@link createUser} may write in
     * @returns its URL, such as `s3://canje-1`
     */
    async createBucket({ isPublic = false, teams = [] }: { isPublic?: boolean; teams?: readonly string[] } = {}) {
      const name = `canje-${randomBytes(4).toString('hex')}`
      const put = async (target: string, body: string | null) => {
        const { ok, status } = await client.fetch(`${endpoint}/${target}`, { method: 'PUT', body })
        if (!ok) throw new Error(`The gateway responds with ${status} to PUT ${target}.`)
      }
      await put(name, null)
      const Statement = [...(isPublic ? [mayRead(name)] : []), ...teams.map((team) => mayRelease(name, team))]
      if (Statement.length > 0) await put(`${name}?policy`, JSON.stringify({ Version: '2012-10-17', Statement }))
      return `s3://${name}`
    },
    /** Stops the gateway: connections are refused until it starts again. */
    async stopGateway() {
      // Without its farewell, the next gateway waits for it for half a minute.
      gateway.kill('SIGTERM')
      await once(gateway, 'exit')
    },
    startGateway,
    async close() {
      const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      const exits = running.map((child) => once(child, 'exit'))
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(exits)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const mayRead = (bucket: string) => ({
  Effect: 'Allow',
  Principal: '*',
  Action: 's3:GetObject',
  Resource: `arn:aws:s3:::${bucket}/*`,
})

/** The policy for a team: its user may write in the folder of its remote, and nowhere else. */
const mayRelease = (bucket: string, team: string) => ({
  Effect: 'Allow',
  Principal: { AWS: [`arn:aws:iam:::user/${team}`] },
  Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
  Resource: `arn:aws:s3:::${bucket}/${team}/*`,
})

function configuration(folder: string, fsid: string, monitor: string, port: number): string {
  return `[global]
fsid = ${fsid}
mon host = ${monitor}
mon initial members = a
public addr = 127.0.0.1
keyring = ${join(folder, 'keyring')}
run dir = ${folder}
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
crash dir = ${folder}
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
osd objectstore = memstore
memstore device bytes = 1073741824
osd crush initial weight = 1
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
rgw frontends = beast endpoint=127.0.0.1:${port}
`
}
