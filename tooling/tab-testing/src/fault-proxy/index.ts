export { type FaultProxy, type FaultProxyOptions, startFaultProxy } from './fault-proxy'
export type { Faults, RecordedRequest, StubResponse } from './faults'
export {
  type ForwardedRequest,
  type ScheduledFault,
  type ScheduledProxy,
  startScheduledProxy,
} from './scheduled-proxy'
