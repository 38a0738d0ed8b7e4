import { nameOf, type RecordedRequest } from '../fault-proxy/faults'

/** Changes of data by their names: a read may be a POST, too. */
const WRITE = /^(Add|Assign|Cancel|Create|Delete|Insert|Redeem|Remove|Restore|Save|Send|Set|Update)[A-Z]/

/** Whether a request changes data. */
export function isWrite({ method, path }: Pick<RecordedRequest, 'method' | 'path'>): boolean {
  return WRITE.test(nameOf({ path })) || ['PUT', 'PATCH', 'DELETE'].includes(method)
}

/** Lists writes without a press, and those that one press sends twice. @param presses by `performance.now()` */
export function writeProblems(requests: readonly RecordedRequest[], presses: readonly number[]): string[] {
  const writes = requests.filter(isWrite)
  const since = (time: number) => presses.filter((press) => press > time)
  return writes.flatMap((one, index) => {
    const earlier = writes.slice(0, index).findLast((other) => isSame(other, one))
    if (since(earlier?.receivedAt ?? Number.NEGATIVE_INFINITY).some((press) => press < one.receivedAt)) return []
    return [`${nameOf(one)} ${earlier ? 'was sent twice by one press' : 'changes data without a press'}`]
  })
}

/** Lists requests that were sent since a tab was closed, and reads that it did not abort. @param sent the number before */
export function closedProblems(requests: readonly RecordedRequest[], sent: number): string[] {
  const isRunning = (one: RecordedRequest) => !one.ended && !isWrite(one)
  return [
    ...requests.slice(sent).map((one) => `${nameOf(one)} was requested after the tab was closed`),
    ...requests
      .filter(isRunning)
      .map((one) => `${nameOf(one)} was not aborted when the tab was closed: pass its signal`),
  ]
}

/** A repetition with the same key changes nothing twice. */
function isSame(one: RecordedRequest, other: RecordedRequest): boolean {
  const key = one.headers['idempotency-key']
  return one.path === other.path && one.body === other.body && (!key || key !== other.headers['idempotency-key'])
}
