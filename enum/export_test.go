package enum

// EstimateBy is Estimate with a clock of its own.
var EstimateBy = estimate
