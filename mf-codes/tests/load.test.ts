import { describeLoad } from 'tab-testing'
import { codes } from './section'

describeLoad(codes)
