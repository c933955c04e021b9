package enum

// EstimateBy is Estimate with a clock of its own.
var EstimateBy = estimate

// Ratio is the estimate of a ratio of means on which Estimate rests.
var Ratio = ratio
