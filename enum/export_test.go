package enum

// EstimateBy estimates the time of a walk with a clock that the caller provides.
var EstimateBy = estimate

// Ratio estimates a ratio of means. estimate uses it.
var Ratio = ratio

// SpreadWithin is Spread with limits that the caller provides.
var SpreadWithin = spread
