export { type FaultProxy, type FaultProxyOptions, startFaultProxy } from './fault-proxy'
export type { Answer, Faults, RecordedCall } from './faults'
export {
  type PassedRequest,
  type ScheduledFault,
  type ScheduledProxy,
  startScheduledProxy,
} from './scheduled-proxy'
