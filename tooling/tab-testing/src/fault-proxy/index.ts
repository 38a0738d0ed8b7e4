export { type FaultProxy, type FaultProxyOptions, startFaultProxy } from './fault-proxy'
export type { Faults, RecordedRequest, StubResponse } from './faults'
export type { ForwardedRequest, ScheduledFault } from './schedule'
