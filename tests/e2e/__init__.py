"""Stories of the whole house: real processes, real terminals."""
