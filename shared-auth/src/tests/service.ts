import { afterEach, beforeEach } from 'vitest'
import { configureServices } from '../services'
import { endSession } from '../session'
import { type ReceivedRequest, type Reply, startTestServer } from '../testing/server'

interface TestService {
  /** The reply to each request without another one. */
  reply: Reply
  /** Those to the first requests, in turn. */
  replies: Reply[]
  /** Runs before each reply. */
  onRequest: (request: ReceivedRequest) => unknown
  requests: ReceivedRequest[]
}

/** Serves the info API at `/api` and the security service at `/security` for each test of a file, which starts without a session. */
export function startTestService(): TestService {
  const service: TestService = { reply: 'hang', replies: [], onRequest: () => undefined, requests: [] }
  beforeEach(async () => {
    const server = await startTestServer((request) => {
      service.onRequest(request)
      return service.replies.shift() ?? service.reply
    })
    const reply = { body: '{"data":[1]}' }
    Object.assign(service, { reply, replies: [], onRequest: () => undefined, requests: server.requests })
    configureServices({ securityUrl: `${server.url}/security`, apiUrl: `${server.url}/api` })
  })
  afterEach(() => {
    endSession()
    // Other files share the module.
    configureServices({ features: [] })
  })
  return service
}
