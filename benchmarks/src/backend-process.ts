import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type DatabaseChoice, startReferenceBackend } from 'reference-backend'
import { startBare } from './backend-bare'
import { type Gauges, type Order, type Report, staff } from './backend-messages'

const samplingMs = 50

/** The backend in a process of its own, which reports how its event loop and its memory did. */
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
  const bare = database.kind === 'postgres' ? await startBare(database) : undefined
  const gauges = createGauges()
  const tell = (report: Report) => process.send?.(report)
  process.on('message', async (order: Order) => {
    if (order.kind === 'watch') gauges.begin()
    if (order.kind === 'report') tell({ kind: 'watched', gauges: gauges.end() })
    if (order.kind !== 'close') return
    await Promise.all([backend.close(), bare?.close()])
    process.exit()
  })
  tell({ kind: 'ready', securityUrl: backend.securityUrl, apiUrl: backend.apiUrl, bareUrl: bare?.url })
}

function createGauges() {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  // What the first list leaves behind counts for the next ones too.
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
