import { describeLoad } from 'tab-testing'
import { report } from './section'

describeLoad(report)
