import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type DatabaseChoice, startReferenceBackend } from '@canje/reference-backend'
import { startBareServer } from './backend-bare'
import { type Command, type Gauges, type Message, staff } from './backend-messages'

const samplingMs = 50

/** Runs the backend in this process, and reports its event loop delay and memory growth on request. */
async function serve(database: DatabaseChoice): Promise<void> {
  const backend = await startReferenceBackend({
    database,
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [],
    seed: { users: 0, codes: 0, scores: 0, referrals: 0 },
    admin: staff,
    logLevel: 'error',
  })
  const bare = database.kind === 'postgres' ? await startBareServer(database) : undefined
  const gauges = createGauges()
  const sendMessage = (message: Message) => process.send?.(message)
  process.on('message', async (command: Command) => {
    if (command.kind === 'watch') gauges.begin()
    if (command.kind === 'report') sendMessage({ kind: 'watched', gauges: gauges.end() })
    if (command.kind !== 'close') return
    await Promise.all([backend.close(), bare?.close()])
    process.exit()
  })
  sendMessage({ kind: 'ready', securityUrl: backend.securityUrl, apiUrl: backend.apiUrl, bareUrl: bare?.url })
}

function createGauges() {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  // Memory that the first list retains counts in every later measurement.
  const before = process.memoryUsage.rss()
  let peak = before
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  setInterval(sample, samplingMs).unref()
  return {
    begin() {
      peak = before
      delay.reset()
      delay.enable()
    },
    end(): Gauges {
      delay.disable()
      sample()
      return { eventLoopDelayMs: delay.percentile(99) / 1e6, memoryGrowthMiB: (peak - before) / 2 ** 20 }
    },
  }
}

await serve(JSON.parse(process.argv[2] ?? ''))
