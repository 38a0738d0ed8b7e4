import { describeLoad } from '@canje/tab-testing'
import { report } from './tab'

describeLoad(report)
