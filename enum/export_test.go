package enum

// EstimateBy is Estimate with a clock that the caller provides.
var EstimateBy = estimate

// Ratio estimates a ratio of means. Estimate uses it.
var Ratio = ratio

// SpreadWithin is Spread with limits that the caller provides.
var SpreadWithin = spread
