import { describeLoad } from 'tab-testing'
import { scores } from './section'

describeLoad(scores)
