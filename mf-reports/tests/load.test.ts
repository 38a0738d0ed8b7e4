import { describeLoad } from 'tab-testing'
import { report } from './tab'

describeLoad(report)
